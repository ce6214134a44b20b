import { createContext, useContext } from 'react';
import { useLocation } from 'react-router-dom';
import type { Client } from './client.ts';

const ClientContext = createContext<Client | undefined>(undefined);
export const ClientProvider = ClientContext.Provider;

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('No ClientProvider.');
  return client;
}

/** Whether this page is for a service user, who sees no control and no notice, not even while it loads or fails. */
export function useIsForService(): boolean {
  return new URLSearchParams(useLocation().search).has('service_token');
}
