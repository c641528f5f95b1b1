type Checks = ReturnType<typeof createChecks>

/** The arguments of every scenario. */
export type Scenario = {
  /** Deleted when the program exits. */
  folder: string
  dataDir: string
  databaseUrl: string | undefined
  checks: Checks
}

/** Prints each check and counts failures. */
export function createChecks() {
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
