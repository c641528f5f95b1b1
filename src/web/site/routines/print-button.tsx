/** Hidden without JavaScript, where the browser's own command prints the same. `start.ts` handles it. */
export function PrintButton({ children }: { children: string }) {
  return (
    <button type="button" data-print="" className="button-quiet routine-print">
      {children}
    </button>
  )
}
