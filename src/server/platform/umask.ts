/** New files and folders are for this account only: the database, the outbox and backups hold readers' data. */
import process from 'node:process'

process.umask(0o077)
