import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { PostInput } from '../../../contract/posts.ts'
import { fieldNames, type PostFields, toInput } from './post-fields.ts'

export type PostForm = UseFormReturn<PostFields, unknown, PostInput>

export function usePostForm(initial: PostFields, brand: string): PostForm {
  return useForm<PostFields, unknown, PostInput>({
    defaultValues: initial,
    resolver: useMemo(() => resolverFor(brand), [brand]),
  })
}

/** Validates the input that a save would send, with the contract's messages. */
function resolverFor(brand: string): Resolver<PostFields, unknown, PostInput> {
  const check = zodResolver(PostInput)
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

export function focusFirstError(form: PostForm, errors: FieldErrors<PostFields>): void {
  const first = fieldNames.find((name) => errors[name])
  if (first) form.setFocus(first)
}
