import { createContext, useContext } from 'react';
import type { Application } from './application-types.ts';

const ApplicationContext = createContext<Application | undefined>(undefined);
export const ApplicationProvider = ApplicationContext.Provider;

export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (application === undefined) throw new Error('There is no application outside ApplicationProvider.');
  return application;
}
