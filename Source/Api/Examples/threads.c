/* A crowd on worker threads: the host lends its threads to sinewTickMany and to sinewSurfaceWrite. The
   program plays the same animation with and without workers and compares the results, which are identical.

   usage: threads ASSET.sinew */
#include <pthread.h>

#include "host.h"

enum { kThreads = 4, kCharacters = 16, kFrames = 30 };

/* ---- a thread pool, as small as possible; an engine has its own ---- */

typedef struct Pool {
    pthread_mutex_t mutex;
    pthread_cond_t begin, end;
    pthread_t threads[kThreads];
    int threadCount;
    int stopping;
    SinewTask task; /* the loop that is running */
    void* taskData;
    uint32_t next, count, unfinished;
} Pool;

/* Runs tasks of the current loop until none is left. The mutex is locked before and after. */
static void runTasks(Pool* pool) {
    while (pool->next < pool->count) {
        const uint32_t index = pool->next++;
        const SinewTask task = pool->task;
        void* const taskData = pool->taskData;
        pthread_mutex_unlock(&pool->mutex);
        task(taskData, index);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->unfinished == 0) pthread_cond_broadcast(&pool->end);
    }
}

static void* worker(void* data) {
    Pool* const pool = data;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->stopping) {
        runTasks(pool);
        if (!pool->stopping) pthread_cond_wait(&pool->begin, &pool->mutex);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

/* What Sinew calls: it returns when all tasks are done. The calling thread works, too. */
static void parallelFor(void* host, uint32_t count, SinewTask task, void* taskData) {
    Pool* const pool = host;
    pthread_mutex_lock(&pool->mutex);
    pool->task = task;
    pool->taskData = taskData;
    pool->next = 0;
    pool->count = pool->unfinished = count;
    pthread_cond_broadcast(&pool->begin);
    runTasks(pool);
    while (pool->unfinished > 0) pthread_cond_wait(&pool->end, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}

static void startPool(Pool* pool) {
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->end, NULL);
    /* With fewer threads, or none, parallelFor still works. */
    while (pool->threadCount < kThreads &&
           pthread_create(&pool->threads[pool->threadCount], NULL, worker, pool) == 0) {
        ++pool->threadCount;
    }
}

static void stopPool(Pool* pool) {
    int i;
    pthread_mutex_lock(&pool->mutex);
    pool->stopping = 1;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->mutex);
    for (i = 0; i < pool->threadCount; ++i) pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->end);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->mutex);
}

/* ---- the crowd ---- */

typedef struct Crowd {
    SinewInstance* instances[kCharacters];
    void* instanceMemory[kCharacters];
    SinewSurface* surfaces[kCharacters];
    void* surfaceMemory[kCharacters];
    SinewBone* bones[kCharacters];
    SinewTickInput inputs[kCharacters];
    SinewTickOutput outputs[kCharacters];
    SinewStatus statuses[kCharacters];
    float* positions;
} Crowd;

static int createCrowd(const LoadedAsset* loaded, Crowd* crowd) {
    int i;
    crowd->positions = malloc(3 * sizeof(float) * loaded->info.vertices);
    for (i = 0; i < kCharacters; ++i) {
        crowd->instances[i] = createInstance(loaded, &crowd->instanceMemory[i]);
        crowd->surfaces[i] = createSurface(loaded, &crowd->surfaceMemory[i]);
        crowd->bones[i] = createBindPose(loaded);
        if (crowd->instances[i] == NULL || crowd->surfaces[i] == NULL || crowd->bones[i] == NULL) return 0;
        crowd->outputs[i].structSize = sizeof crowd->outputs[i];
    }
    return crowd->positions != NULL;
}

static void destroyCrowd(Crowd* crowd) {
    int i;
    for (i = 0; i < kCharacters; ++i) {
        free(crowd->bones[i]);
        freeAligned(crowd->surfaceMemory[i]);
        freeAligned(crowd->instanceMemory[i]);
    }
    free(crowd->positions);
}

/* One frame of all characters. Each of them turns its last joint at its own speed. */
static int tickCrowd(const LoadedAsset* loaded, Crowd* crowd, const SinewBone* bind, int frame,
                     const SinewWorkers* workers) {
    const uint32_t last = loaded->info.joints - 1;
    SinewStatus status;
    int i;
    for (i = 0; i < kCharacters; ++i) {
        SinewTickInput* const input = &crowd->inputs[i];
        turnBone(&crowd->bones[i][last], &bind[last], 0.001f * (float)((i + 1) * frame));
        sinewTickDefaults(input, sizeof *input);
        input->bones = crowd->bones[i];
        input->boneCount = loaded->info.joints;
        input->seconds = 1.0 / 60;
    }
    status =
        sinewTickMany(crowd->instances, crowd->inputs, kCharacters, crowd->outputs, crowd->statuses, workers);
    if (status == SINEW_OK) return 1;
    /* The first failure is returned; the statuses tell which characters show their last good shape. */
    for (i = 0; i < kCharacters; ++i) {
        if (crowd->statuses[i] == SINEW_OK) continue;
        fprintf(stderr, "character %d, frame %d: %s\n", i, frame, sinewStatusText(crowd->statuses[i]));
    }
    return status == SINEW_BAD_INPUT || status == SINEW_NOT_CONVERGED;
}

/* Vertices of one character after the other, each with the help of all workers. */
static int writeCrowd(Crowd* crowd, const SinewWorkers* workers) {
    int i;
    for (i = 0; i < kCharacters; ++i) {
        SinewSurfaceOutput output;
        SinewStatus status;
        sinewSurfaceDefaults(&output, sizeof output);
        output.positions = crowd->positions;
        output.workers = *workers;
        status = sinewSurfaceWrite(crowd->surfaces[i], crowd->instances[i], &output);
        if (status != SINEW_OK) return failed("surface", status);
    }
    return 1;
}

/* Plays the animation. Returns a hash of the state of all characters, or 0 if something failed. */
static uint64_t play(const LoadedAsset* loaded, const SinewWorkers* workers) {
    Crowd* const crowd = calloc(1, sizeof *crowd);
    SinewBone* const bind = createBindPose(loaded);
    uint64_t hash = 0;
    int done = crowd != NULL && bind != NULL && createCrowd(loaded, crowd), frame, i;
    for (frame = 1; done && frame <= kFrames; ++frame) {
        done = tickCrowd(loaded, crowd, bind, frame, workers) && writeCrowd(crowd, workers);
    }
    for (i = 0; done && i < kCharacters; ++i) hash = 31 * hash + sinewStateHash(crowd->instances[i]);
    if (crowd != NULL) destroyCrowd(crowd);
    free(crowd);
    free(bind);
    return hash;
}

int main(int argumentCount, char** arguments) {
    LoadedAsset loaded = {0};
    uint64_t alone = 0, together = 0;
    if (argumentCount != 2) {
        fprintf(stderr, "usage: threads ASSET.sinew\n");
        return 2;
    }
    if (loadAsset(arguments[1], &loaded)) {
        Pool pool = {0};
        SinewWorkers none = {0}, workers = {0};
        startPool(&pool);
        workers.parallelFor = parallelFor;
        workers.host = &pool;
        alone = play(&loaded, &none);
        together = play(&loaded, &workers);
        stopPool(&pool);
        printf("%d characters, %d frames, %d threads: %s\n", kCharacters, kFrames, pool.threadCount,
               alone != 0 && alone == together ? "identical results" : "different results");
    }
    unloadAsset(&loaded);
    return alone != 0 && alone == together ? 0 : 1;
}
