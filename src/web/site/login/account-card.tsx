import type { ReactNode } from 'react'
import { Container } from '../../ui/container.tsx'
import { Drop } from '../layout/drop.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'

/** The frame of the pages around signing in. */
export function AccountCard({ title, path, children }: { title: string; path: string; children: ReactNode }) {
  const { brand } = useSite()
  return (
    <Container className="grid grow place-items-center py-12 md:py-24">
      <Head title={`${title} | ${brand}`} description={title} path={path} robots="noindex, nofollow" />
      <div className="w-full max-w-md rounded-card border border-line bg-white p-6 shadow-card sm:p-10">
        <Drop />
        <h1 className="text-center title-3">{title}</h1>
        {children}
      </div>
    </Container>
  )
}
