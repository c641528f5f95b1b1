/**
 * Environment for glibc's allocator, read when a process starts. Two arenas halve the memory under load; fixed thresholds
 * return the memory of a decoded image at once, which glibc otherwise keeps after the first large one was freed.
 */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
