# SPDX-FileCopyrightText: 2026 The ttgt authors
# SPDX-License-Identifier: Apache-2.0
"""Contractions of the kinds that GPU4PySCF makes, and those that its issues tell of, on arrays of CuPy."""

import cupy

# Kind, string, extents: grid points g, orbitals p q i j, auxiliary functions L, components x y. In the shares in which
# GPU4PySCF makes them: of 1832 calls 975 are matrix products, 452 have a batch label, 246 are elementwise, 152 a matrix
# and a vector, or two vectors.
MIX = [
    ("gemm", "ij,jk->ik", "i:800,j:800,k:800"),
    ("gemm", "Lpq,pi->Lqi", "L:240,p:300,q:300,i:40"),
    ("gemm", "Lqi,Lqj->ij", "L:240,q:300,i:40,j:40"),
    ("gemm", "ijL,LK->ijK", "i:40,j:40,L:900,K:900"),
    ("gemm", "ig,jg->ij", "i:300,j:300,g:28672"),
    ("gemm", "pi,pq->iq", "p:300,q:300,i:40"),
    ("batched", "xij,xjk->xik", "x:48,i:60,j:60,k:60"),
    ("batched", "xpg,pq->xqg", "x:4,p:300,q:300,g:4096"),
    ("batched", "nig,ig->ng", "n:4,i:300,g:28672"),
    ("batched", "xij,xj->xi", "x:200,i:300,j:300"),
    ("hadamard", "ig,yg->yig", "i:300,y:4,g:28672"),
    ("hadamard", "xg,g->xg", "x:10,g:286720"),
    ("hadamard", "xij,ij->xij", "x:9,i:800,j:800"),
    ("vector", "pq,q->p", "p:4000,q:4000"),
    ("vector", "ij,ij->", "i:3000,j:3000"),
]


def drawn(*shape):
    return cupy.random.default_rng(1).random(shape)


# A string and its operands, by the name.
COMPLAINTS = {
    "stride 0": lambda: ("ijk,ikl->jl", cupy.broadcast_to(drawn(1, 900, 64), (64, 900, 64)), drawn(64, 64, 700)),
    "elementwise": lambda: ("ig,yg->yig", drawn(300, 28672), drawn(4, 28672)),
    "elementwise, rank 4": lambda: ("ijab,ijab->ijab", drawn(100, 100, 80, 80), drawn(100, 100, 80, 80)),
    "matrix and vector": lambda: ("pq,q->p", drawn(12000, 12000), drawn(12000)),
    "matrices and vectors": lambda: ("xij,xj->xi", drawn(200, 600, 600), drawn(200, 600)),
    "temporary": lambda: ("ij,kl,jk->il", drawn(390, 390), drawn(390, 390), drawn(390, 390)),
    "no elements": lambda: ("ij,jk->ik", drawn(0, 500), drawn(500, 400)),
    "no terms": lambda: ("ij,jk->ik", drawn(3000, 0), drawn(0, 4000)),
    "sliced rank 4": lambda: ("lkji,jl->ik", drawn(100, 100, 100, 100)[5:95, ::2, 5:95, :-1], drawn(200, 200)[10:100, 10:100]),
    "sliced operands, rank 4": lambda: ("ijab,abcd->ijcd", drawn(24, 24, 90, 90)[:, :, 8:80, 8:80],
                                        drawn(80, 80, 90, 90)[4:76, 4:76, 9:81, 9:81]),
}
