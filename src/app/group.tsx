import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { GroupErrorScreen } from './error-screens.tsx';

/** A group of screens: its layout, or its error screen. */
export function Group({ layout }: { readonly layout: ReactNode }) {
  const { pathname } = useLocation();
  return <GroupBoundary pathname={pathname}>{layout}</GroupBoundary>;
}

interface BoundaryProps {
  readonly pathname: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly error?: unknown;
  readonly hasFailed: boolean;
  readonly pathname: string;
}

/** Shows the error screen until the applicant goes to another page. */
class GroupBoundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { hasFailed: false, pathname: this.props.pathname };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error, hasFailed: true };
  }

  static getDerivedStateFromProps({ pathname }: BoundaryProps, state: BoundaryState): BoundaryState {
    return state.pathname === pathname ? state : { hasFailed: false, pathname };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <GroupErrorScreen error={this.state.error} /> : this.props.children;
  }
}
