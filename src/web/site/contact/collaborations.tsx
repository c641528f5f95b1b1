const kinds = [
  {
    title: 'Brand partnerships',
    text: 'Longer projects that teach beginners something, with the partnership named in the first lines.',
  },
  {
    title: 'Affiliate opportunities',
    text: 'Programs for gentle products that suit beginners.',
  },
  {
    title: 'Product reviews',
    text: 'Something beginners may need: what it is, what it costs and what makes it different.',
  },
  {
    title: 'Guest posts',
    text: 'Plain-spoken pieces for people who are new to skincare, from those who know their subject.',
  },
  {
    title: 'Social collaborations',
    text: 'Pin boards, routines side by side and questions answered together.',
  },
]

export function Collaborations() {
  return (
    <section aria-labelledby="collaborations" className="mt-20 border-t border-line pt-12 md:mt-28 md:pt-16">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id="collaborations" className="heading">
            Collaboration Inquiries
          </h2>
          <p className="mt-4 text-ink-soft">I am glad to hear from brands, shops and fellow writers about:</p>
        </div>
        <ul className="divide-y divide-line lg:col-span-8">
          {kinds.map(({ title, text }) => (
            <li key={title} className="grid gap-x-8 gap-y-1 py-5 first:pt-0 last:pb-0 sm:grid-cols-[14rem_1fr]">
              <h3>{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
