import type { ComponentType, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SettingKey } from '../../../contract/accounts/setting-fields.ts'
import type { SettingsInput } from '../../../contract/accounts/settings.ts'

type SettingPreviewProps = { of: SettingKey; form: UseFormReturn<SettingsInput> }

/** A preview of the setting in its place on the site; for some settings only. */
export function SettingPreview({ of: key, form }: SettingPreviewProps) {
  const Preview = previews[key]
  return Preview ? <Preview {...form.watch()} /> : null
}

const previews: Partial<Record<SettingKey, ComponentType<SettingsInput>>> = {
  description: SearchResult,
  heroText: Hero,
  cardBadge: Card,
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="rounded-lg border border-line bg-paper p-4">
      <figcaption className="mb-3 text-xs font-semibold tracking-wide text-ink-soft uppercase">{title}</figcaption>
      {children}
    </figure>
  )
}

function SearchResult({ brand, description }: SettingsInput) {
  return (
    <Frame title="In a search engine">
      <p dir="auto" className="text-lg text-accent-darker wrap-anywhere">
        {brand}
      </p>
      <p dir="auto" className="mt-1 line-clamp-2 max-w-xl text-sm text-ink-soft wrap-anywhere">
        {description}
      </p>
    </Frame>
  )
}

function Hero({ heroTitle, heroText }: SettingsInput) {
  return (
    <Frame title="On the home page">
      <div className="rounded-lg bg-cream px-5 py-8">
        <p dir="auto" className="max-w-sm font-display text-3xl leading-tight wrap-anywhere">
          {heroTitle}
        </p>
        <p dir="auto" className="mt-4 max-w-md text-sm leading-relaxed text-ink-soft wrap-anywhere">
          {heroText}
        </p>
      </div>
    </Frame>
  )
}

function Card({ cardBadge }: SettingsInput) {
  return (
    <Frame title="On a post card">
      <div className="relative h-28 w-52 rounded-card bg-sand">
        <span className="absolute top-3 left-3 max-w-44 truncate rounded-full bg-white px-3 py-1 text-xs font-semibold tracking-wide text-accent-darker">
          {cardBadge?.trim() || 'The post’s category'}
        </span>
      </div>
      <p className="mt-3 font-display text-lg">A calm evening routine</p>
    </Frame>
  )
}
