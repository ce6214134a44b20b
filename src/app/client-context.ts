import { createContext } from 'react';
import { useLocation } from 'react-router-dom';
import { useProvided } from '#provided.ts';
import type { Client } from './client.ts';

const ClientContext = createContext<Client | undefined>(undefined);
export const ClientProvider = ClientContext.Provider;

export function useClient(): Client {
  return useProvided(ClientContext);
}

/** Whether this page is for a service user, who sees no control and no notice, not even while it loads or fails. */
export function useIsForService(): boolean {
  return new URLSearchParams(useLocation().search).has('service_token');
}
