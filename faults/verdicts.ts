export type Verdicts = ReturnType<typeof createVerdicts>

/** What every play is given. */
export type Play = {
  /** Gone when the program ends. */
  folder: string
  dataDir: string
  databaseUrl: string | undefined
  verdicts: Verdicts
}

/** Prints what was looked at and counts what was wrong. */
export function createVerdicts() {
  let failures = 0
  return {
    expectTrue(what: string, isTrue: boolean): void {
      console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${what}`)
      if (!isTrue) failures += 1
    },
    fail(count: number): void {
      failures += count
    },
    failures: () => failures,
  }
}
