import { createContext, useContext } from 'react';
import type { Client } from './client-types.ts';

const ClientContext = createContext<Client | undefined>(undefined);
export const ClientProvider = ClientContext.Provider;

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error('There is no client outside ClientProvider.');
  return client;
}
