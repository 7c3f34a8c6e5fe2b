#!/usr/bin/env node
// Stands in for fpm, which electron-builder fetches from the network: makes the .deb of the same words with dpkg-deb.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const named = {};
const sources = [];
const words = process.argv.slice(2);
for (let word = words.shift(); word !== undefined; word = words.shift()) {
  if (word === '--force') continue;
  if (word.startsWith('-')) (named[word.replace(/^-+/, '')] ??= []).push(words.shift());
  else sources.push(word.split('='));
}
const one = (name) => named[name]?.[0];

const root = mkdtempSync(join(tmpdir(), 'eigenbench-deb-'));
for (const [from, to] of sources) {
  mkdirSync(join(root, from.endsWith('/') ? to : dirname(to)), { recursive: true });
  cpSync(from, join(root, to), { recursive: true });
}
const fields = {
  Package: one('name'),
  Version: one('version'),
  Architecture: one('architecture'),
  Maintainer: one('maintainer'),
  Depends: named.d?.join(', '),
  Recommends: named['deb-recommends']?.join(', '),
  Section: one('category'),
  Priority: one('deb-priority'),
  Homepage: one('url'),
  Description: one('description'),
};
mkdirSync(join(root, 'DEBIAN'));
const lines = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
writeFileSync(join(root, 'DEBIAN/control'), `${lines.join('\n')}\n`);
for (const [option, script] of [
  ['after-install', 'postinst'],
  ['after-remove', 'postrm'],
]) {
  writeFileSync(join(root, 'DEBIAN', script), readFileSync(one(option)));
  chmodSync(join(root, 'DEBIAN', script), 0o755);
}
chmodSync(root, 0o755);
execFileSync('dpkg-deb', ['--build', '--root-owner-group', '-Znone', root, one('package')], { stdio: 'inherit' });
rmSync(root, { recursive: true });
