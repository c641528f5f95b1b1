import type { BlockName } from '../../../../../contract/content/blocks.ts'
import { adviceBlocks } from './advice-blocks.ts'
import { buttonBlock } from './button-block.tsx'
import { comparisonBlock } from './comparison-block.tsx'
import type { EditorBlock, RequiredChoices } from './editor-block.ts'
import { pictureBlocks } from './picture-blocks.tsx'
import { pickBlocks, productTextBlocks } from './product-text-blocks.tsx'
import { productsBlock } from './products-block.tsx'
import { referenceBlocks } from './reference-blocks.tsx'
import { textBlocks } from './text-blocks.ts'
import { videoBlock } from './video-block.tsx'

/** In the order of the menu; the compiler names a block that is missing, and the words that its attributes lack. */
const declared: { [Name in BlockName]: EditorBlock & RequiredChoices<Name> } = {
  ...pictureBlocks,
  ...textBlocks,
  button: buttonBlock,
  video: videoBlock,
  products: productsBlock,
  ...productTextBlocks,
  comparison: comparisonBlock,
  ...pickBlocks,
  ...referenceBlocks,
  ...adviceBlocks,
}

export const editorBlocks: Record<BlockName, EditorBlock> = declared
