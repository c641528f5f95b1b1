/** A phone shows two products of a comparison at a time, which two selects choose. The style sheet reads `data-at`. */
export function pairColumns(block: HTMLElement): void {
  const table = block.querySelector('table')
  if (!table || block.querySelector('select')) return
  const rows = [...table.rows]
  const names = [...(rows[0]?.cells ?? [])].slice(1).map((cell) => [...cell.querySelectorAll('a')].at(-1)?.textContent)
  const pick = Number(block.dataset.pick ?? 0) - 1
  const shown = [0, Math.max(1, pick)]
  const selects = ['First product', 'Second product'].map((label, side) => {
    const select = document.createElement('select')
    select.autocomplete = 'off'
    select.setAttribute('aria-label', label)
    for (const [at, name = ''] of names.entries()) select.add(new Option(name, String(at)))
    select.addEventListener('change', () => {
      // A product that is on the other side changes places.
      const other = 1 - side
      if (shown[other] === Number(select.value)) shown[other] = shown[side] ?? 0
      shown[side] = Number(select.value)
      show()
    })
    return select
  })
  const show = () => {
    for (const [side, select] of selects.entries()) select.value = String(shown[side])
    for (const { cells } of rows)
      for (const [at, cell] of [...cells].entries()) if (at > 0) cell.dataset.at = String(shown.indexOf(at - 1) + 1)
  }
  keepRoles(block)
  show()
  const bar = document.createElement('div')
  bar.dataset.part = 'pair'
  bar.append(...selects)
  block.prepend(bar)
}

const roles = {
  table: 'table',
  'thead, tbody': 'rowgroup',
  tr: 'row',
  td: 'cell',
  '[scope=col]': 'columnheader',
  '[scope=row]': 'rowheader',
}

/** Some browsers take the rows and cells of a table for plain boxes once a style sheet lays them out in another way. */
function keepRoles(block: HTMLElement): void {
  for (const [selector, role] of Object.entries(roles))
    for (const element of block.querySelectorAll(selector)) element.setAttribute('role', role)
}
