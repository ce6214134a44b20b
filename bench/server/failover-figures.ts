/** Figures of the failover suites, which this bench does not run: entered by hand after a full run of both. */
export const WHEN_THE_DATABASE_DIES = `## When the database dies

Three nodes of PostgreSQL 15 under Patroni, synchronous, behind haproxy; two web and two worker processes; 20 applicants who save without pauses and upload files. The primary node is killed together with its Patroni, like in a power cut. Figures of
\`npm run test:failover\` and \`npm run test:failover-pooled\`, November 2026, all on one machine of 2 cores that also did other work:

| | straight | through PgBouncer |
| --- | --: | --: |
| times the primary node was killed | 20 | 20 |
| saves acknowledged | 47,659 | 86,407 |
| of these lost; half a save stored | 0; 0 | 0; 0 |
| saves again, median | 15.3 s | 14.3 s |
| saves again, longest | 19.1 s | 15.2 s |
| documents sent, all converted | 168 | 201 |

Documents were in an S3 service, Ceph's gateway; with PgBouncer they were in a folder that all processes share.
`;
