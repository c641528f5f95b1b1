import type { Editor } from '@tiptap/core'
import {
  Award,
  Bandage,
  CalendarDays,
  CircleHelp,
  CirclePlay,
  Columns2,
  FlaskConical,
  GalleryHorizontalEnd,
  Image,
  ListChecks,
  type LucideIcon,
  MessageSquareWarning,
  MousePointerClick,
  NotebookPen,
  Scale,
  SplitSquareHorizontal,
  Star,
  Stethoscope,
  Store,
  SunMoon,
} from 'lucide-react'
import type { BlockName } from '../../../../contract/content/blocks.ts'
import { newDoctor, newDos, newPatchTest, newTimeline } from './blocks/advice-nodes.ts'
import { insertWithCursor } from './insert-with-cursor.ts'
import type { OpenDialog } from './open-dialog.ts'

export type MenuBlock = {
  label: string
  /** One line below the label. */
  description: string
  /** Other words to find it by. */
  words: string
  group: (typeof menuGroups)[number]
  icon: LucideIcon
  insert: (editor: Editor, open: (dialog: OpenDialog) => void) => void
}

export const menuGroups = ['Text', 'Pictures', 'Blocks', 'Products', 'Skincare'] as const

/** How each block is inserted; the compiler names a block that is missing. A pick is added to its block. */
export const blockMenuItems: Record<Exclude<BlockName, 'pick'>, MenuBlock> = {
  picture: {
    label: 'Picture',
    description: 'From your device, the library or an address',
    words: 'image photo upload figure',
    group: 'Pictures',
    icon: Image,
    insert: (_, open) => open('image'),
  },
  row: {
    label: 'Side by side',
    description: 'Two or three pictures in a row',
    words: 'row columns pictures images',
    group: 'Pictures',
    icon: Columns2,
    insert: (_, open) => open('row'),
  },
  compare: {
    label: 'Before and after',
    description: 'Two pictures under a slider',
    words: 'compare comparison slider',
    group: 'Pictures',
    icon: SplitSquareHorizontal,
    insert: (_, open) => open('compare'),
  },
  gallery: {
    label: 'Gallery',
    description: 'Many pictures, as a grid or a strip',
    words: 'pictures images carousel grid',
    group: 'Pictures',
    icon: GalleryHorizontalEnd,
    insert: (_, open) => open('gallery'),
  },
  callout: {
    label: 'Callout',
    description: 'A note, a tip or a warning that stands out',
    words: 'box note tip warning aside info',
    group: 'Blocks',
    icon: MessageSquareWarning,
    insert: (editor) => insertWithCursor(editor, { type: 'callout', content: [{ type: 'paragraph' }] }),
  },
  faq: {
    label: 'Questions and answers',
    description: 'An FAQ that search engines can show',
    words: 'faq accordion details toggle',
    group: 'Blocks',
    icon: CircleHelp,
    insert: (editor) =>
      insertWithCursor(editor, {
        type: 'faq',
        content: [{ type: 'details', content: [{ type: 'summary' }, { type: 'paragraph' }] }],
      }),
  },
  button: {
    label: 'Button',
    description: 'A link that looks like a button',
    words: 'link call to action cta',
    group: 'Blocks',
    icon: MousePointerClick,
    insert: (_, open) => open('button'),
  },
  video: {
    label: 'Video',
    description: 'From YouTube, Vimeo or an mp4 file',
    words: 'youtube vimeo movie film embed',
    group: 'Blocks',
    icon: CirclePlay,
    insert: (_, open) => open('video'),
  },
  products: {
    label: 'Several products',
    description: 'Product boxes side by side',
    words: 'shop affiliate list grid',
    group: 'Products',
    icon: Store,
    insert: (_, open) => open('products'),
  },
  review: {
    label: 'Product review',
    description: 'Your full review: rating, verdict, pros and cons',
    words: 'rating stars verdict skincare',
    group: 'Skincare',
    icon: Star,
    insert: (_, open) => open('review'),
  },
  note: {
    label: 'Margin note',
    description: 'A product beside the text, with a sentence',
    words: 'aside side product skincare',
    group: 'Skincare',
    icon: NotebookPen,
    insert: (_, open) => open('note'),
  },
  comparison: {
    label: 'Comparison of products',
    description: 'Two to six products in a table',
    words: 'compare versus table skincare',
    group: 'Skincare',
    icon: Scale,
    insert: (_, open) => open('comparison'),
  },
  picks: {
    label: 'Top picks',
    description: 'The best for each need, with the reason',
    words: 'best list recommend skincare',
    group: 'Skincare',
    icon: Award,
    insert: (_, open) => open('picks'),
  },
  routine: {
    label: 'Routine',
    description: 'One of your routines, morning and evening',
    words: 'steps am pm skincare',
    group: 'Skincare',
    icon: SunMoon,
    insert: (_, open) => open('routine'),
  },
  ingredient: {
    label: 'Ingredient card',
    description: 'What one of your ingredients does',
    words: 'inci skincare',
    group: 'Skincare',
    icon: FlaskConical,
    insert: (_, open) => open('ingredient'),
  },
  dos: {
    label: 'Do and do not',
    description: 'Two lists side by side',
    words: 'dos donts lists skincare',
    group: 'Skincare',
    icon: ListChecks,
    insert: (editor) => insertWithCursor(editor, newDos),
  },
  'patch-test': {
    label: 'Patch test',
    description: 'The steps of a patch test, to change as you like',
    words: 'allergy reaction steps skincare',
    group: 'Skincare',
    icon: Bandage,
    insert: (editor) => insertWithCursor(editor, newPatchTest),
  },
  doctor: {
    label: 'Talk to a doctor',
    description: 'A note on when to ask a doctor',
    words: 'medical dermatologist warning skincare',
    group: 'Skincare',
    icon: Stethoscope,
    insert: (editor) => insertWithCursor(editor, newDoctor),
  },
  timeline: {
    label: 'Timeline of weeks',
    description: 'What to expect, week by week',
    words: 'weeks calendar progress skincare',
    group: 'Skincare',
    icon: CalendarDays,
    insert: (editor) => insertWithCursor(editor, newTimeline),
  },
}
