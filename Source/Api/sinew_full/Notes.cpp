#include "Api/sinew_full/Notes.h"

#include "Offline/Character/Words.h"

namespace sinew {

namespace {

std::vector<std::string> placesOf(const std::vector<VolumeLoss>& losses) {
    std::vector<std::string> places;
    for (const VolumeLoss& loss : losses) places.push_back(loss.where);
    return places;
}

}  // namespace

std::string notesOn(const Character& character, const lattice::VolumeReport& report) {
    std::string notes;
    for (const Finding& finding : character.findings) {
        notes += finding.text + (finding.remedy.empty() ? "." : ". " + finding.remedy) + "\n";
    }
    if (!report.lost.empty())
        notes += "The cells are too large for thin skin at " + listed(placesOf(report.lost)) +
                 ", which follows the skeleton instead. Use more cells.\n";
    if (!report.dropped.empty())
        notes += "Flesh at " + listed(placesOf(report.dropped)) + " is held by no bone and was left out.\n";
    if (!report.bonesWithoutNodes.empty())
        notes += "The cells are too large for the bones of " + listed(report.bonesWithoutNodes) +
                 ". Use more cells.\n";
    return notes;
}

}  // namespace sinew
