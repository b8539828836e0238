// Worker threads of the programs, with the interface of Base/Jobs.h.
#pragma once

#include <memory>

#include "Base/Jobs.h"

namespace sinew {

class Workers {
  public:
    // `threads` is 0 for as many as the machine has. The calling thread is one of them.
    explicit Workers(unsigned threads = 0);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    Jobs jobs() const;
    unsigned threads() const { return threads_; }

  private:
    struct Pool;
    unsigned threads_;
    std::unique_ptr<Pool> pool_;
};

}  // namespace sinew
