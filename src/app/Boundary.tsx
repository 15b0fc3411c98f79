/** Error boundary: an error while rendering one page does not blank the console. */
import { Component, type ReactNode } from 'react';

interface Props {
  readonly onBroken: (message: string) => void;
  readonly children: ReactNode;
}

export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onBroken(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
