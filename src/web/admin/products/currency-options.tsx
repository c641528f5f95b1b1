import { COMMON_CURRENCIES, currencies } from '../../../contract/shop/prices.ts'

/** The options of a currency's select, the common ones first. */
export function CurrencyOptions({ current }: { current: string | undefined }) {
  const common: string[] = [...COMMON_CURRENCIES]
  const others = currencies().filter((code) => !common.includes(code))
  const isKnown = current === undefined || common.includes(current) || others.includes(current)
  return (
    <>
      {!isKnown && <option value={current}>{current}</option>}
      {common.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
      <optgroup label="All currencies">
        {others.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </optgroup>
    </>
  )
}
