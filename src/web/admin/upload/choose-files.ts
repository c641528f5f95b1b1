/** Pictures of any kind: what the site does not take is converted first. */
const accept = 'image/*,.heic,.heif'

/** Browsers may drop an input that is not in the document and that nothing refers to. */
let current: HTMLInputElement | undefined

/** Opens the browser's file dialog. The input is not in the document, where that of the drop area is the only one. */
export function chooseFiles({ multiple }: { multiple: boolean }, onChosen: (files: File[]) => void): void {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', multiple, accept })
  input.onchange = () => {
    const files = [...(input.files ?? [])]
    if (files.length > 0) onChosen(files)
  }
  current = input
  current.click()
}
