#pragma once

#include <map>
#include <string>

namespace sinew {

// Makes names unique: the second "arm" becomes "arm_2".
class UniqueNames {
  public:
    std::string take(const std::string& wanted) {
        int& uses = uses_[wanted];
        if (uses++ == 0) return wanted;
        for (;; ++uses) {
            std::string name = wanted + "_" + std::to_string(uses);
            if (uses_.try_emplace(name, 1).second) return name;
        }
    }

  private:
    std::map<std::string, int> uses_;
};

}  // namespace sinew
