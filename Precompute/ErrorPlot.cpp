#include "ErrorPlot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double kWidth = 900, kHeight = 420, kLeft = 60, kRight = 20, kTop = 50, kBottom = 60;
constexpr int kTicks = 5;

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '<') {
            out += "&lt;";
        } else if (c == '&') {
            out += "&amp;";
        } else {
            out += c;
        }
    }
    return out;
}

// 1, 2 or 5 times a power of ten, so that kTicks of them reach `largest`.
double niceStep(double largest) {
    const double rough = std::max(largest, 1e-9) / kTicks,
                 power = std::pow(10, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) return factor * power;
    }
    return 10 * power;
}

struct Axes {
    double step, top;
    std::size_t count;

    double x(std::size_t i) const {
        const double share = count > 1 ? static_cast<double>(i) / static_cast<double>(count - 1) : 0.5;
        return kLeft + share * (kWidth - kLeft - kRight);
    }
    double y(double value) const { return kHeight - kBottom - value / top * (kHeight - kTop - kBottom); }
};

std::string gridOf(const ErrorPlot& plot, const Axes& axes) {
    std::string text;
    for (int i = 0; i <= kTicks; ++i) {
        const double value = i * axes.step, y = axes.y(value);
        text += fmt::format("<line x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n",
                            kLeft, y, kWidth - kRight, y);
        text += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", kLeft - 8, y + 4,
                            value);
    }
    const std::size_t every = std::max<std::size_t>(1, plot.labels.size() / 8);
    for (std::size_t i = 0; i < plot.labels.size(); i += every) {
        text += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", axes.x(i),
                            kHeight - kBottom + 20, escaped(plot.labels[i]));
    }
    return text;
}

std::string lineOf(const PlotLine& line, const Axes& axes, std::size_t index) {
    std::string points;
    for (std::size_t i = 0; i < line.values.size(); ++i) {
        points += fmt::format("{:.1f},{:.1f} ", axes.x(i), axes.y(line.values[i]));
    }
    const double x = kLeft + 220 * static_cast<double>(index);
    return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points,
                       line.colour) +
           fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", x, kHeight - 15, line.colour,
                       escaped(line.name));
}

}  // namespace

std::string svgOf(const ErrorPlot& plot) {
    double largest = 0;
    for (const PlotLine& line : plot.lines) {
        for (const double value : line.values) largest = std::max(largest, value);
    }
    const double step = niceStep(largest);
    const Axes axes{step, kTicks * step, plot.labels.size()};
    std::string text = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
        "font-size=\"12\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{}\" y=\"25\" "
        "font-size=\"15\">{}</text>\n",
        kWidth, kHeight, kLeft, escaped(plot.title));
    text += gridOf(plot, axes);
    for (std::size_t i = 0; i < plot.lines.size(); ++i) text += lineOf(plot.lines[i], axes, i);
    return text + "</svg>\n";
}

}  // namespace sinew
