import type { LinkReplacement } from '../../../contract/shop/links.ts'
import type { ToastCopy } from '../../lib/copy.ts'

const some = (count: number) => (count === 1 ? 'The link' : `${count} links`)
const places = (count: number) => (count === 1 ? '1 place' : `${count} places`)

export const linkMessages = {
  requested: (count: number) => ({
    title: 'Check requested',
    description: `${some(count)} will be checked within a minute or two. Each shop is called slowly.`,
  }),
  acknowledged: (count: number) => ({
    title: 'Acknowledged',
    description: `${some(count)} will not be reported until something changes.`,
  }),
  copied: { title: 'Copied', description: 'The address is on the clipboard.' },
  notCopied: (url: string) => ({ title: 'Copy it from here', description: url }),
  unacknowledged: { title: 'Undone', description: 'The alert is back.' },
  replaced: ({ changed }: LinkReplacement) => ({
    title: 'Link replaced',
    description: `The new link is in ${places(changed.length)}.`,
  }),
  undone: ({ changed, skipped }: LinkReplacement) => ({
    title: 'Undone',
    description:
      skipped.length === 0
        ? `The former link is back in ${places(changed.length)}.`
        : `The former link is back in ${places(changed.length)}. Edited meanwhile and left as it is: ${skipped.join(', ')}.`,
  }),
} satisfies Record<string, ToastCopy | ((detail: never) => ToastCopy)>
