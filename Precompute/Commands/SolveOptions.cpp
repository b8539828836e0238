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
    character.addTo(command);
    motion.addTo(command);
    command
        .add_option("--solver", solver,
                    "Full solver: tet (tetrahedra) or lattice (cubic cells, with self-contact)")
        ->check(CLI::IsMember(solverNames()))
        ->type_name("NAME")
        ->capture_default_str();
    command
        .add_option("--recipe", recipe, "Recipe with settings; options on the command line take precedence")
        ->type_name("TOML");
    command.add_option("-o,--output", output, "Write the solved animation as glTF with morph targets")
        ->type_name("GLB");
    command.add_option("--report", report, "Write the results of every pose to this file")->type_name("JSON");
    command.add_option("--images", images, "Draw poses into this folder, next to linear blend skinning")
        ->type_name("DIR");
    command.add_option("--views", views, "Views of the pictures")
        ->delimiter(',')
        ->check(CLI::IsMember(viewNames()))
        ->type_name("VIEW,...")
        ->capture_default_str();
    addNumber(command, "--tets", tets, kTetLimits, "N", "Approximate number of tetrahedra (default 200000)");
    addNumber(command, "--edge,--edge-length", edge, kEdgeLimits, "M",
              "Edge length of the tetrahedra's grid in metres, instead of --tets");
    command.get_option("--edge")->excludes("--tets");
    command
        .add_option("--order", order,
                    "Displacement within a tetrahedron; quadratic tetrahedra do not lock in bending, but are "
                    "about eight times as expensive (default linear)")
        ->check(CLI::IsMember(orderNames()))
        ->type_name("linear|quadratic");
    addNumber(command, "--cells", cells, kCellLimits, "N",
              "Approximate number of lattice cells (default 100000)");
    addNumber(command, "--width", width, kEdgeLimits, "M",
              "Width of the lattice cells in metres, instead of --cells");
    command.get_option("--width")->excludes("--cells");
    command
        .add_option(
            "--quadrature", quadrature,
            "Where the energy of a lattice cell is evaluated: in its middle, or at four points of its "
            "flesh, which does not lock in bending and twisting (default one-point)")
        ->check(CLI::IsMember(quadratureNames()))
        ->type_name("one-point|four-point");
    command
        .add_option(
            "--method", method,
            "Method of the lattice solver: Newton's method or the nonlinear multigrid cycle (default newton)")
        ->check(CLI::IsMember(methodNames()))
        ->type_name("newton|nonlinear-cycle");
    command.add_flag("--no-self-contact", noSelfContact, "Let flesh pass through flesh (lattice)");
    command.add_option("--material", material, "Material model of the flesh (default neo-hookean)")
        ->check(CLI::IsMember(materialNames()))
        ->type_name("NAME");
    addNumber(command, "--young", young, kYoungLimits, "PA", "Young's modulus in Pa (default 30000)");
    addNumber(command, "--poisson", poisson, kPoissonLimits, "RATIO", "Poisson's ratio (default 0.45)");
    addNumber(command, "--density", density, kDensityLimits, "KG/M3", "Density in kg/m3 (default 1000)");
    command
        .add_option("--hold", hold,
                    "How flesh is attached to bones: exactly (hard), by springs (soft), or sliding over them "
                    "(sliding, "
                    "lattice only; default hard)")
        ->check(CLI::IsMember(holdNames()))
        ->type_name("hard|soft|sliding");
    addNumber(command, "--gravity", gravity, kGravityLimits, "M/S2",
              "Downward gravity in m/s2 (default 0: the modelled shape includes its effect)");
}

Recipe SolveOptions::settings() const {
    Recipe made = recipe.empty() ? Recipe{} : readRecipe(recipe);
    setResolution(made.volume, tets, edge);
    if (order) made.volume.order = orderNamed(*order);
    setResolution(made.cells, cells, width);
    if (quadrature) made.cells.quadrature = quadratureNamed(*quadrature);
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
        if (given) throw Error(ErrorKind::Usage, option + " does not work with --solver " + solver, remedy);
    };
    if (solverKind() == SolverKind::OnTets) {
        refuse(cells || width || quadrature || method || noSelfContact,
               cells        ? "--cells"
               : width      ? "--width"
               : quadrature ? "--quadrature"
               : method     ? "--method"
                            : "--no-self-contact",
               "Add --solver lattice, or remove this option.");
        refuse(hold && holdNamed(*hold) == Hold::Sliding, "--hold sliding",
               "Add --solver lattice, or use --hold hard or --hold soft.");
    } else {
        refuse(tets || edge, tets ? "--tets" : "--edge", "Use --cells or --width instead.");
        refuse(order.has_value(), "--order", "Add --solver tet, or remove it.");
    }
}

void SolveOptions::requireOutputs() const {
    const std::vector<std::filesystem::path> inputs{character.file, motion.motionFile(), recipe};
    requireOutput("-o", output, ".glb", inputs);
    requireOutput("--report", report, ".json", inputs);
    if (!images.empty()) requireWritable(images / "pose_000.png");
}

}  // namespace sinew
