/** The first message of each invalid field, by name. */
export type Messages = Record<string, string | undefined>

/** The part of a schema that a form uses. */
export type FormSchema<Input> = {
  safeParse(
    values: unknown,
  ): { success: true; data: Input } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

export function checkForm<Input>(
  schema: FormSchema<Input>,
  values: Record<string, string>,
): { input: Input | undefined; messages: Messages } {
  const result = schema.safeParse(values)
  if (result.success) return { input: result.data, messages: {} }
  return {
    input: undefined,
    messages: messagesOf(result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))),
  }
}

export function messagesOf(issues: { path: string; message: string }[]): Messages {
  const messages: Messages = {}
  for (const { path, message } of issues) messages[path] ??= message
  return messages
}
