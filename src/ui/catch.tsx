import { Component, type ReactNode } from 'react';

interface CatchProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Renders nothing once its children have failed, and tells why. */
export class Catch extends Component<CatchProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
