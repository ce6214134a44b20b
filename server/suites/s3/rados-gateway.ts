import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { s3Client, type SignerOptions } from '#server/adapters/storage/signer.ts';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const PROGRAMS = ['ceph-mon', 'ceph-osd', 'ceph', 'ceph-authtool', 'monmaptool', 'radosgw', 'radosgw-admin'];
const STARTS_WITHIN_MS = 90_000;
const POLL_MS = 300;

const isMissing = PROGRAMS.some((name) => !existsSync(join('/usr/bin', name)));
/** A sentence that says how to install what is missing. */
export const missingStorage = isMissing
  ? 'An S3 service is missing; "apt-get install ceph-mon ceph-osd radosgw" brings one.'
  : undefined;

export interface RadosGateway {
  readonly access: SignerOptions;
  readonly bucket: string;
  /** The server's variables for this service and its bucket. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts a complete and strict S3 service (Ceph's) with an empty bucket: one monitor, one disk in memory, one gateway,
 * only on this machine.
 */
export async function startRadosGateway(folder: string): Promise<RadosGateway> {
  const [monitorPort, oldMonitorPort, port] = [await freePort(), await freePort(), await freePort()];
  const [cluster, disk] = [randomUUID(), randomUUID()];
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));
  const config = join(folder, 'ceph.conf');
  const monitor = `[v2:127.0.0.1:${monitorPort},v1:127.0.0.1:${oldMonitorPort}]`;
  writeFileSync(config, configOf(folder, { cluster, monitor, port }));

  const env = { PATH: '/usr/bin:/bin', CEPH_CONF: config };
  const call = (name: string, ...words: readonly string[]) => run(name, [...words], { env });
  const daemons: ChildProcess[] = [];
  const daemon = (name: string, ...words: readonly string[]) =>
    daemons.push(spawn(name, ['-f', ...words], { env, stdio: 'ignore' }));

  const keyring = join(folder, 'keyring');
  const all = 'allow *';
  await call('ceph-authtool', '-C', keyring, '-g', '-n', 'mon.', '--cap', 'mon', all);
  for (const [name, mon] of [
    ['client.admin', all],
    ['client.rgw', 'allow rwx'],
    ['osd.0', 'allow profile osd'],
  ] as const) {
    await call('ceph-authtool', keyring, '-g', '-n', name, '--cap', 'mon', mon, '--cap', 'osd', all);
  }
  const map = join(folder, 'monmap');
  await call('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', cluster, map);
  await call('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map, '--keyring', keyring);
  daemon('ceph-mon', '-i', 'a');
  await until(async () => (await call('ceph', 'osd', 'new', disk)).stdout.trim() === '0');
  await call('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
  daemon('ceph-osd', '-i', '0');
  await until(async () => (await call('ceph', 'osd', 'stat')).stdout.includes('1 up'));
  daemon('radosgw', '-n', 'client.rgw');
  const [accessKeyId, secretAccessKey] = ['suite', randomUUID()];
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
  await call('radosgw-admin', 'user', 'create', '--uid', 'suite', '--display-name', 'Suite', ...keys);
  const endpoint = `http://127.0.0.1:${port}`;
  await until(async () => (await fetch(endpoint)).ok);
  const access = { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey };
  const bucket = 'documents';
  await s3Client(access).send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    access,
    bucket,
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: access.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    stop: async () => {
      for (const child of daemons.toReversed()) {
        const ended = new Promise((resolve) => {
          child.once('close', resolve);
        });
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}

function configOf(
  folder: string,
  { cluster, monitor, port }: { readonly cluster: string; readonly monitor: string; readonly port: number },
): string {
  return `[global]
fsid = ${cluster}
mon_host = ${monitor}
mon_initial_members = a
public_network = 127.0.0.0/8
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
keyring = ${folder}/keyring
log_file = ${folder}/$name.log
run_dir = ${folder}
admin_socket = ${folder}/$name.sock
[mon]
mon_data = ${folder}/mon
[osd]
osd_data = ${folder}/osd
osd_objectstore = memstore
memstore_device_bytes = 134217728
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_dns_name = 127.0.0.1
`;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + STARTS_WITHIN_MS; performance.now() < end; await sleep(POLL_MS)) {
    if (await isDone().catch(() => false)) return;
  }
  throw new Error('The S3 service did not start in time.');
}
