const SKINS = /^(?:dry|oily|combination|normal|sensitive|any)$/
const KEY = /^[\p{L}\p{M}\p{N}-]{1,60}$/u

/** The canonical forms of the query parameters of `/routines/build`, in the order in which they stand in an address. */
export const wishParameters = {
  skin: (value: string) => (SKINS.test(value) ? value : undefined),
  /** The server drops keys that no routine has. */
  concern: /* @__PURE__ */ Object.assign(
    (value: string) =>
      [...new Set(value.split(','))]
        .filter((key) => KEY.test(key))
        .sort()
        .slice(0, 9)
        .join(',') || undefined,
    { isList: true } as const,
  ),
  budget: (value: string) => /^0*([1-9]\d{0,7})$/.exec(value.trim())?.[1],
}
