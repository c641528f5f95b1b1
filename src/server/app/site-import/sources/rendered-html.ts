import { type HtmlNode, hasClass, isElement, parseTree, writeTree } from '../content/html-tree.ts'

/** Classes and ids of what plugins add to a text when it is shown. */
const added =
  /^(?:sharedaddy|sd-sharing.*|jp-relatedposts|addtoany_.*|a2a_kit|heateor_sss_.*|swp_social_panel.*|essb_links.*|shared-counts-wrap|ssba.*|yarpp.*|crp_related.*|rp4wp-related-posts|wp_rp_.*|saboxplugin-wrap|abh_box.*|post-views|post-ratings|kk-star-ratings|wpulike|ez-toc-container|toc_container|lwptoc|wp-block-rank-math-toc-block|wp-block-yoast-seo-table-of-contents|code-block-\d+|adsbygoogle|mailpoet_form.*)$/

/** The content of a text as visitors of the old site see it, without what plugins add to each. */
export function simplifyRendered(html: string, notes: Set<string>): string {
  const kept = (nodes: readonly HtmlNode[]): HtmlNode[] =>
    nodes.flatMap((node): HtmlNode[] => {
      if (!isElement(node)) return [node]
      if (hasClass(node, added) || added.test(node.attributes.id ?? '')) {
        notes.add('What a plugin adds to each text, such as buttons to share it, was left out.')
        return []
      }
      // Some themes show characters as pictures.
      if (node.name === 'img' && hasClass(node, /^(?:wp-smiley|emoji)$/)) return [node.attributes.alt ?? '']
      return [{ ...node, children: kept(node.children) }]
    })
  return writeTree(kept(parseTree(html)))
}
