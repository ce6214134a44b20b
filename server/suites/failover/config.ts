export interface Ports {
  readonly etcd: number;
  readonly peer: number;
  readonly haproxy: number;
  readonly pgbouncer: number;
  readonly nodes: readonly { readonly postgres: number; readonly rest: number }[];
}

/** A third of Patroni's usual times, so that a dead primary is replaced within 20 seconds. */
export function configOf(folder: string, node: number, { etcd, nodes }: Ports): string {
  const { postgres, rest } = nodes[node]!;
  return `scope: admissions
name: node${node}
restapi: { listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}' }
etcd3: { host: '127.0.0.1:${etcd}' }
bootstrap:
  dcs:
    ttl: 10
    loop_wait: 2
    retry_timeout: 3
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
  initdb: [encoding: UTF8, locale: C.UTF-8, data-checksums]
postgresql:
  listen: '127.0.0.1:${postgres}'
  connect_address: '127.0.0.1:${postgres}'
  data_dir: ${folder}/node${node}
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${folder}/pgpass${node}
  parameters: { unix_socket_directories: '${folder}', shared_buffers: 32MB, max_connections: 100, wal_keep_size: 128MB }
  pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  authentication:
    superuser: { username: postgres }
    replication: { username: replicator }
    rewind: { username: postgres }
`;
}

/** Leads to the node that is the primary according to its Patroni, and ends connections to a former primary. */
export function haproxyFile({ haproxy, nodes }: Ports): string {
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${haproxy}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ postgres, rest }, node) => `  server node${node} 127.0.0.1:${postgres} check port ${rest}`).join('\n')}
`;
}

/** Settings of a session's start do not apply to the next session, so the role has settings of its own. */
export function pgbouncerFile(folder: string, { pgbouncer, haproxy }: Ports): string {
  return `[databases]
postgres = host=127.0.0.1 port=${haproxy} dbname=postgres user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${pgbouncer}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 3
ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, extra_float_digits
pidfile = ${folder}/pgbouncer.pid
`;
}
