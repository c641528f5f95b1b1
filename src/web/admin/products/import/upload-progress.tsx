/** How much of the file has been sent; then that the server works on it, for which there is no number. */
export function UploadProgress({ part, label }: { part: number; label: string }) {
  const isSent = part >= 1
  const words = isSent ? label : `Uploading… ${Math.round(part * 100)}%`
  return (
    <div role="status" className="mb-5 rounded-card border border-line bg-white px-5 py-4">
      <p className="text-sm font-semibold">{words}</p>
      <progress
        aria-label={words}
        max={1}
        value={isSent ? undefined : part}
        className="mt-2 h-2 w-full accent-accent-deep"
      />
    </div>
  )
}
