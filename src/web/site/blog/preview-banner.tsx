export function PreviewBanner({ children }: { children: string }) {
  return <p className="bg-ink px-4 py-2 text-center text-15 font-semibold text-paper">{children}</p>
}
