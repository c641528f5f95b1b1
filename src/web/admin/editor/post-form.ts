import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { PostInput } from '../../../contract/content/posts.ts'
import type { EditorKind } from './editor-kind.ts'
import { fieldNames, type PostFields, toInput } from './post-fields.ts'

export type PostForm = UseFormReturn<PostFields, unknown, PostInput>

export function usePostForm({ input }: EditorKind, initial: PostFields, brand: string): PostForm {
  return useForm<PostFields, unknown, PostInput>({
    defaultValues: initial,
    // The editor opens the panel of the first invalid field and focuses it itself, at once and only once.
    shouldFocusError: false,
    resolver: useMemo(() => resolverFor(input, brand), [input, brand]),
  })
}

/** Validates the input that a save would send, with the contract's messages. */
function resolverFor(input: EditorKind['input'], brand: string): Resolver<PostFields, unknown, PostInput> {
  const check = zodResolver(input)
  return (fields, context, options) =>
    check(toInput(fields, brand), context, options as never) as ReturnType<Resolver<PostFields, unknown, PostInput>>
}

export function snapshotOf(form: PostForm): PostFields {
  return { ...form.getValues() }
}

export function setFields(form: PostForm, fields: PostFields): void {
  for (const name of fieldNames) form.setValue(name, fields[name])
  form.clearErrors()
}
