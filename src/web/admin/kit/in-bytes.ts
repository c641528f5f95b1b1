/** A size for people: `12 KB`, `3.4 MB`. */
export function inBytes(size: number): string {
  const megabytes = size / 1024 / 1024
  return megabytes < 1 ? `${Math.ceil(size / 1024)} KB` : `${megabytes.toFixed(1)} MB`
}
