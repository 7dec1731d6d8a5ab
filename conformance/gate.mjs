// Decides whether one scenario passed, stricter than the referee's exit status, which is 0 as well for
// a run without any check, for a scenario it skipped, and for a run whose checks were all SKIPPED.
//
//   node gate.mjs <results of one scenario> <exit status of the referee>
//
// Prints the verdict with the counts and, when refused, the reasons. Exit status 0: passed, 1: refused.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';

const STATUSES = ['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO'];

function readChecks(directory) {
  const files = readdirSync(directory, { recursive: true }).filter((name) => basename(name) === 'checks.json');
  if (files.length !== 1) {
    throw new Error(`${files.length === 0 ? 'no' : files.length} checks.json, so the scenario was not judged`);
  }
  const checks = JSON.parse(readFileSync(join(directory, files[0]), 'utf8'));
  if (!Array.isArray(checks)) {
    throw new Error('checks.json is not a list');
  }
  return checks;
}

function judge(checks, refereeStatus) {
  const count = (status) => checks.filter((check) => check?.status === status).length;
  const named = (status) => [...new Set(checks.filter((check) => check.status === status).map((check) => check.id))];
  const reasons = [];

  if (refereeStatus !== '0') {
    reasons.push(`referee exit status ${refereeStatus}`);
  }
  if (checks.some((check) => !STATUSES.includes(check?.status))) {
    reasons.push('a check of unknown status');
  }
  if (count('FAILURE') > 0) {
    reasons.push(`failed: ${named('FAILURE').join(', ')}`);
  }
  if (count('WARNING') > 0) {
    reasons.push(`warned: ${named('WARNING').join(', ')}`);
  }
  if (count('SUCCESS') === 0) {
    reasons.push('no check succeeded');
  }
  const counts = STATUSES.slice(0, 4).map((status) => `${count(status)} ${status.toLowerCase()}`);
  return { counts: counts.join(', '), reasons };
}

const [directory, refereeStatus] = process.argv.slice(2);
let verdict;
try {
  verdict = judge(readChecks(directory), refereeStatus);
} catch (e) {
  verdict = { counts: 'no counts', reasons: [`referee exit status ${refereeStatus}`, e.message] };
}
const passed = verdict.reasons.length === 0;
console.log(`${passed ? 'pass' : 'FAIL'}  (${verdict.counts})${passed ? '' : '  ' + verdict.reasons.join('; ')}`);
process.exitCode = passed ? 0 : 1;
