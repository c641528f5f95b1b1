/**
 * The only script in the HTML of a page, without React. It loads the client, which hydrates the page, once a reader does what
 * needs it; what a page that is only read needs, it does itself.
 */
import { reportActivation } from './lib/report-view.ts'
import { holdForms } from './reader/hold-forms.ts'
import { loadWhenNeeded } from './reader/load-client.ts'
import { watchMenus } from './reader/menus.ts'
import { openPins } from './reader/open-pins.ts'
import { reloadOnReturn } from './reader/reload-on-return.ts'
import { reportClicks } from './reader/report-clicks.ts'
import { showFocused } from './reader/show-focused.ts'
import { startBlocks } from './reader/start-blocks.ts'

reportActivation()
reloadOnReturn()
holdForms()
reportClicks()
watchMenus()
showFocused()
startBlocks()
openPins()
for (const year of document.querySelectorAll('[data-year]')) year.textContent = String(new Date().getFullYear())
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-print]')) window.print()
})
loadWhenNeeded()
