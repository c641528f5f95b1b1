/**
 * Environment for glibc's allocator, read when a process starts. Two arenas halve the memory under load. Fixed thresholds
 * return the memory of a decoded image and of a rendered page at once: glibc otherwise raises them after the first large
 * block, and pages of 32 kB and more would leave holes between the bodies that the page cache keeps.
 */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
