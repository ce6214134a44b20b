import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorFields } from '#server/adapters/log.ts';
import type { OpenFile } from '#server/adapters/storage/storage.ts';
import { attachmentHeader } from '#server/domain/ground/file-name.ts';
import { Turns } from './turns.ts';

/** A browser that shows a file in a page must isolate it, and no page may frame it. */
const FILE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Without `bytes`, its length is not known when it is sent. */
export interface NamedFile extends Omit<OpenFile, 'bytes'> {
  readonly bytes?: number;
  readonly fileName: string;
}

/** Sends a file of this type, piece by piece, to be saved under its name. */
export function file(contentType: string) {
  return (request: FastifyRequest, reply: FastifyReply, { bytes, content, fileName }: NamedFile) => {
    content.once('error', (error) => request.log.error(errorFields(error), 'A file was cut short.'));
    // Fastify would read all of it only to drop it.
    if (request.method === 'HEAD') content.destroy();
    return reply
      .headers({
        'accept-ranges': 'none',
        ...(bytes !== undefined && { 'content-length': bytes }),
        'content-disposition': attachmentHeader(fileName),
        'content-security-policy': FILE_POLICY,
      })
      .type(contentType)
      .send(content);
  };
}

/** Sends files of this type, one at a time to each applicant or clerk. */
export function fileInTurn(contentType: string) {
  const turns = new Turns();
  const send = file(contentType);
  return async (request: FastifyRequest, reply: FastifyReply, answer: NamedFile) => {
    const { account, clerk, method } = request;
    const owner = account ?? clerk;
    try {
      if (owner && method !== 'HEAD') await turns.take(owner.id, reply.raw);
    } catch (error) {
      answer.content.destroy();
      throw error;
    }
    return send(request, reply, answer);
  };
}
