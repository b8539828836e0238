// Bodies of bricks whose domains touch each other as a drawing says: trained by the real pipeline, for
// benchmarks of exactly given sizes.
#pragma once

#include <string>
#include <vector>

#include "Asset/Writer.h"
#include "Offline/Character/Character.h"
#include "Offline/Reduction/Training.h"
#include "Offline/Tets/Volume.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::test {

// Rows of equal length, one letter per cell, a blank for none; every letter is a domain. Cells are `fine`
// cubes wide and high, and two cells deep.
struct BrickDrawing {
    std::string name;
    std::vector<std::string> rows;
    std::uint32_t fine = 2;
};

// The paper's three (Kim and James 2011, table 1): 6 domains with 10 interfaces, 17 with 26, 16 with 18.
BrickDrawing bigEarGuy();
BrickDrawing mocapGuy();
BrickDrawing armadillo();

// A body of bricks, its joints turning, and what the full solver makes of some poses.
class GraphBody {
  public:
    explicit GraphBody(const BrickDrawing& drawing, std::uint32_t poses, const Jobs& jobs);

    // Joint frames on a smooth path; time in seconds.
    std::vector<Affined> framesAt(double time) const;

    std::size_t domains() const { return domains_.domains.size(); }
    std::size_t interfaces() const { return domains_.interfaces.size(); }

    // With `rank` modes in each domain and `tets` of cubature in all, exactly.
    AssetContent asset(std::uint32_t rank, std::uint32_t tets, const Jobs& jobs) const;

  private:
    reduction::TrainingBody on() const { return {character_, mesh_, domains_}; }
    void addTets(const BrickDrawing& drawing);
    void addJoints();
    void addSkin(const Jobs& jobs);
    void addInterfaces();
    void solve(std::uint32_t poses, const Jobs& jobs);

    std::string letters_;  // of the domains
    Character character_;
    tets::Volume volume_;
    Domains domains_;
    std::vector<Vec3d> middles_;  // of the domains
    ElasticMesh mesh_;
    std::vector<reduction::SolvedPose> solved_;
};

}  // namespace sinew::test
