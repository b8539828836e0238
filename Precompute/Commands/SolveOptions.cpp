#include "Commands/SolveOptions.h"

#include "Offline/Error.h"
#include "Offline/Files.h"
#include "Render/Camera.h"

namespace sinew {

namespace {

void addNumber(CLI::App& command, const std::string& name, std::optional<double>& value, Limits limits,
               const std::string& unit, const std::string& what) {
    command.add_option(name, value, what)->check(within(limits))->type_name(unit);
}

}  // namespace

void SolveOptions::addTo(CLI::App& command) {
    const Recipe usual;
    character.addTo(command);
    motion.addTo(command);
    command
        .add_option("--solver", solver,
                    "The full solver: tet, on tetrahedra, or lattice, on cells, where flesh stops at flesh")
        ->check(CLI::IsMember(solverNames()))
        ->type_name("NAME")
        ->capture_default_str();
    command.add_option("--recipe", recipe, "Settings in a file; options given here win over it")
        ->type_name("TOML");
    command.add_option("-o,--output", output, "Write the solved shapes, animated, as glTF")->type_name("GLB");
    command.add_option("--report", report, "Write figures of every pose")->type_name("JSON");
    command
        .add_option("--images", images, "Draw the poses into this folder, linear blend skinning beside them")
        ->type_name("DIR");
    command.add_option("--views", views, "Sides to draw them from")
        ->delimiter(',')
        ->check(CLI::IsMember(viewNames()))
        ->type_name("VIEW,...")
        ->capture_default_str();
    addNumber(command, "--tets", tets, kTetLimits, "N", "About how many tetrahedra; 200000 where not given");
    addNumber(command, "--edge,--edge-length", edge, kEdgeLimits, "M",
              "Instead: size of the lattice's cells, metres");
    command.get_option("--edge")->excludes("--tets");
    addNumber(command, "--cells", cells, kCellLimits, "N",
              "lattice: about how many cells; 100000 where not given");
    addNumber(command, "--width", width, kEdgeLimits, "M", "lattice, instead: size of its cells, metres");
    command.get_option("--width")->excludes("--cells");
    command
        .add_option("--method", method,
                    "lattice: how a pose is solved, by Newton's method or by the nonlinear multigrid cycle")
        ->check(CLI::IsMember(methodNames()))
        ->type_name("newton|nonlinear-cycle");
    command.add_flag("--no-self-contact", noSelfContact, "lattice: flesh passes through flesh");
    command.add_option("--material", material, "Elastic energy of the flesh; neo-hookean where not given")
        ->check(CLI::IsMember(materialNames()))
        ->type_name("NAME");
    addNumber(command, "--young", young, kYoungLimits, "PA", "Young's modulus, Pa; 30000 where not given");
    addNumber(command, "--poisson", poisson, kPoissonLimits, "RATIO",
              "Poisson's ratio; 0.45 where not given");
    addNumber(command, "--density", density, kDensityLimits, "KG/M3", "1000 where not given");
    command
        .add_option("--hold", hold,
                    "Flesh inside bones moves with them exactly, or on springs, or flesh slides over bones "
                    "(lattice); hard where not given")
        ->check(CLI::IsMember(holdNames()))
        ->type_name("hard|soft|sliding");
    addNumber(command, "--gravity", gravity, kGravityLimits, "M/S2",
              "Downwards; 0 where not given: the modelled shape has hung in it already");
}

Recipe SolveOptions::settings() const {
    Recipe made = recipe.empty() ? Recipe{} : readRecipe(recipe);
    setResolution(made.volume, tets, edge);
    if (cells) made.cells = {0, *cells};
    if (width) made.cells = {*width};
    if (method) made.lattice.method = methodNamed(*method);
    if (noSelfContact) made.lattice.selfContact = false;
    if (material) made.flesh.kind = materialNamed(*material);
    if (young) made.flesh.young = *young;
    if (poisson) made.flesh.poisson = *poisson;
    if (density) made.flesh.density = *density;
    if (hold) made.solve.hold = holdNamed(*hold);
    if (gravity) made.solve.gravity = {0, -*gravity, 0};
    return made;
}

void SolveOptions::requireSolver() const {
    const auto refuse = [&](bool given, const std::string& option, const std::string& remedy) {
        if (given) throw Error(ErrorKind::Usage, option + " has no meaning with --solver " + solver, remedy);
    };
    if (solverKind() == SolverKind::OnTets) {
        refuse(cells || width || method || noSelfContact,
               cells    ? "--cells"
               : width  ? "--width"
               : method ? "--method"
                        : "--no-self-contact",
               "Add --solver lattice, or leave it out.");
        refuse(hold && holdNamed(*hold) == Hold::Sliding, "--hold sliding",
               "Add --solver lattice, or hold flesh hard or soft.");
    } else {
        refuse(tets || edge, tets ? "--tets" : "--edge", "Say --cells or --width instead.");
        refuse(material && *material != materialName(MaterialKind::Corotated),
               "--material " + material.value_or(""),
               "The lattice's flesh is corotated: leave --material out.");
    }
}

void SolveOptions::requireOutputs() const {
    const std::vector<std::filesystem::path> inputs{character.file, motion.motionFile(), recipe};
    requireOutput("-o", output, ".glb", inputs);
    requireOutput("--report", report, ".json", inputs);
    if (!images.empty()) requireWritable(images / "pose_000.png");
}

}  // namespace sinew
