import type { Event } from './events.ts';
import type { Application } from './run.ts';

/** Work for the present applicant or visitor: its events count only while they are here. */
export function visitOf(application: Application) {
  const { state } = application;
  const { who } = state;
  return {
    get isOver(): boolean {
      return application.isClosed || state.who !== who;
    },
    dispatch(event: Event): void {
      if (!this.isOver) application.dispatch(event);
    },
  };
}

export type Visit = ReturnType<typeof visitOf>;
