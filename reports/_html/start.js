'use strict';
// Helpers, and the unpacking of blocks: base64 of gzip of JSON, opened only when looked at.

const one = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

function make(tag, className = '', text = '') {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}

const parsed = new Promise((resolve) => {
  if (document.readyState !== 'loading') resolve();
  else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
});

const unpacked = new Map();
const KEEP = 24;

async function unpack(id) {
  if (unpacked.has(id)) return unpacked.get(id);
  if (!document.getElementById(id)) await parsed; // blocks stand at the end of the file
  const block = document.getElementById(id);
  if (!block) throw new Error(`this report has no block ${id}: the file is cut short`);
  const binary = atob(block.textContent);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const data = JSON.parse(await new Response(stream).text());
  if (unpacked.size >= KEEP) unpacked.delete(unpacked.keys().next().value);
  unpacked.set(id, data);
  return data;
}

// Light and dark: the system's choice until the button is pressed.
one('#theme').addEventListener('click', () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
});
