/** Hidden without JavaScript, where the browser's own command prints the same. */
export function PrintButton({ children }: { children: string }) {
  return (
    <button type="button" onClick={() => window.print()} className="button-quiet routine-print">
      {children}
    </button>
  )
}
