// A line chart over frames, as an SVG file.
#pragma once

#include <string>
#include <vector>

namespace sinew {

struct PlotLine {
    std::string name, colour;
    std::vector<double> values;
};

struct ErrorPlot {
    std::string title;
    std::vector<std::string> labels;  // of the frames
    std::vector<PlotLine> lines;
};

std::string svgOf(const ErrorPlot& plot);

}  // namespace sinew
