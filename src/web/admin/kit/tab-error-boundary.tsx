import { Component, type ReactNode } from 'react'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ToolButton } from './tool-button.tsx'

/** Keeps the dashboard usable when a tab fails, for example because its chunk could not be loaded. */
export class TabErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <StatusMessage tone="error">
        This part of the dashboard could not be shown. What you typed is kept.
        <span className="mt-3 block">
          <ToolButton onClick={() => window.location.reload()}>Load it again</ToolButton>
        </span>
      </StatusMessage>
    )
  }
}
