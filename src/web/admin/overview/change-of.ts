const percent = new Intl.NumberFormat('en-US', { style: 'percent', signDisplay: 'exceptZero' })

/** '+12%' for a number compared to the one before; undefined if that was zero. */
export function changeOf(now: number, before: number): string | undefined {
  return before === 0 ? undefined : percent.format((now - before) / before).replace('-', '−')
}
