import type { Event } from './events.ts';
import type { Application } from './run.ts';

/** The applicant or visitor who is here now. Events of their work count only while they are. */
export function personOf(application: Application) {
  const { state } = application;
  const { who } = state;
  return {
    get isGone(): boolean {
      return application.isClosed || state.who !== who;
    },
    dispatch(event: Event): void {
      if (!this.isGone) application.dispatch(event);
    },
  };
}

export type Person = ReturnType<typeof personOf>;
