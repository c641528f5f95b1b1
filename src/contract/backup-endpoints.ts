import * as z from 'zod/mini'
import { BackupList, BackupName } from './backups.ts'
import { type Endpoint, errorResponse, found, nothing } from './endpoint.ts'

export const backupEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/backups',
    owner: true,
    summary: 'The backups in the data folder, newest first',
    responses: found('The backups', BackupList),
  },
  {
    method: 'post',
    path: '/backups',
    owner: true,
    summary: 'Begin a backup; asked twice, one is made',
    idempotent: true,
    responses: {
      202: { description: 'It is being made', body: BackupList },
      422: errorResponse('The Idempotency-Key belongs to another request'),
    },
  },
  {
    method: 'get',
    path: '/backups/:name',
    owner: true,
    summary: 'The archive itself (application/gzip)',
    params: { name: BackupName },
    responses: { ...found('A .tar.gz', z.unknown()), 404: errorResponse('No such backup') },
  },
  {
    method: 'delete',
    path: '/backups/:name',
    owner: true,
    summary: 'Delete a backup for good',
    params: { name: BackupName },
    responses: { ...found('Deleted', nothing), 404: errorResponse('No such backup') },
  },
]
