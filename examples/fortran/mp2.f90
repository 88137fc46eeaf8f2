! SPDX-FileCopyrightText: 2026 The ttgt authors
! SPDX-License-Identifier: Apache-2.0
!
! The MP2 correlation energy of a closed-shell molecule, from an FCIDUMP file whose orbitals are
! canonical:
!
!     mp2 FILE [EXPECTED]
!
! E = sum_ijab (ia|jb) (2 (ia|jb) - (ib|ja)) / (e_i + e_j - e_a - e_b). Blocks of the one array of
! integrals are contracted where they lie: occupied and virtual orbitals are sections of it. The
! loop over j plans once. Ends with 1 where something fails, or where the energy is not within
! 1e-10 of EXPECTED.
module mp2_energy
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use :: ttgt, only: ttgt_contract, ttgt_plan, ttgt_plan_create
    implicit none
    private
    public :: print_energy

    !> (pq|rs) with all eight symmetries written out, and the one-electron part.
    type :: integrals
        integer :: orbitals = 0
        integer :: occupied = 0
        real(real64), allocatable :: one(:,:), two(:,:,:,:)
    end type

contains

    subroutine check(stat, text)
        integer, intent(in) :: stat
        character(len=*), intent(in) :: text

        if (stat == 0) return
        print '(2a)', 'mp2: ', trim(text)
        stop 1, quiet=.true.
    end subroutine

    !> The number behind NAME= in a line, or what it was.
    subroutine find_number(line, name, number)
        character(len=*), intent(in) :: line, name
        integer, intent(inout) :: number
        integer :: first, last

        first = index(line, name // '=')
        if (first == 0) return
        first = first + len(name) + 1
        last = first + scan(line(first:) // ',', ',/&') - 2
        read (line(first:last), *) number
    end subroutine

    subroutine place(value, p, q, r, s, found)
        real(real64), intent(in) :: value
        integer, intent(in) :: p, q, r, s
        type(integrals), intent(inout) :: found

        if (r > 0) then
            found%two(p, q, r, s) = value
            found%two(q, p, r, s) = value
            found%two(p, q, s, r) = value
            found%two(q, p, s, r) = value
            found%two(r, s, p, q) = value
            found%two(s, r, p, q) = value
            found%two(r, s, q, p) = value
            found%two(s, r, q, p) = value
        else if (q > 0) then
            found%one(p, q) = value
            found%one(q, p) = value
        end if
    end subroutine

    function read_fcidump(path) result(found)
        character(len=*), intent(in) :: path
        type(integrals) :: found
        character(len=4096) :: line
        integer :: unit, stat, electrons, p, q, r, s
        real(real64) :: value

        open (newunit=unit, file=path, status='old', action='read', iostat=stat)
        call check(stat, path // ' cannot be read')
        electrons = 0
        do
            read (unit, '(a)', iostat=stat) line
            call check(stat, path // ' has no end of its header')
            call find_number(line, 'NORB', found%orbitals)
            call find_number(line, 'NELEC', electrons)
            if (index(line, '&END') > 0 .or. index(line, '/') > 0) exit
        end do
        call check(merge(0, 1, found%orbitals > 0 .and. electrons > 0 .and. &
            mod(electrons, 2) == 0), path // ' is of no closed shell')
        found%occupied = electrons / 2
        allocate(found%one(found%orbitals, found%orbitals), found%two(found%orbitals, &
            found%orbitals, found%orbitals, found%orbitals))
        found%one = 0
        found%two = 0
        do
            read (unit, *, iostat=stat) value, p, q, r, s
            if (stat /= 0) exit
            call place(value, p, q, r, s, found)
        end do
        close (unit)
    end function

    !> F(p,q) = h(p,q) + sum_i 2 (pq|ii) - (pi|iq), i over the occupied orbitals.
    function fock_matrix(of) result(f)
        type(integrals), intent(in) :: of
        real(real64), allocatable :: f(:,:)
        integer :: stat
        character(len=200) :: text

        allocate(f, source=of%one)
        associate (o => of%occupied)
            call ttgt_contract('F(p,q)+=2*V(p,q,i,i)', f, of%two(:, :, :o, :o), stat=stat, &
                errmsg=text)
            call check(stat, text)
            call ttgt_contract('F(p,q)-=V(p,i,i,q)', f, of%two(:, :o, :o, :), stat=stat, &
                errmsg=text)
            call check(stat, text)
        end associate
    end function

    !> K(i,a,b) = (ia|jb) over its denominators.
    function amplitudes(k, e, j, occupied) result(t)
        real(real64), intent(in) :: k(:,:,:), e(:)
        integer, intent(in) :: j, occupied
        real(real64) :: t(size(k, 1), size(k, 2), size(k, 3))
        integer :: i, a, b

        do b = 1, size(k, 3)
            do a = 1, size(k, 2)
                do i = 1, size(k, 1)
                    t(i, a, b) = k(i, a, b) / (e(i) + e(j) - e(occupied + a) - e(occupied + b))
                end do
            end do
        end do
    end function

    function correlation_energy(of, orbital_energies) result(energy)
        type(integrals), intent(in), target :: of
        real(real64), intent(in) :: orbital_energies(:)
        real(real64) :: energy
        real(real64), allocatable :: t(:,:,:)
        real(real64), pointer :: k(:,:,:)
        type(ttgt_plan) :: coulomb, exchange
        integer :: j, stat
        character(len=200) :: text

        energy = 0
        allocate(t(of%occupied, of%orbitals - of%occupied, of%orbitals - of%occupied))
        k => of%two(:of%occupied, of%occupied + 1:, 1, of%occupied + 1:)
        call ttgt_plan_create(coulomb, 'E()+=2*T(i,a,b)*K(i,a,b)', energy, t, k, stat=stat, &
            errmsg=text)
        call check(stat, text)
        call ttgt_plan_create(exchange, 'E()-=T(i,a,b)*K(i,b,a)', energy, t, k, stat=stat, &
            errmsg=text)
        call check(stat, text)
        do j = 1, of%occupied
            k => of%two(:of%occupied, of%occupied + 1:, j, of%occupied + 1:)
            t = amplitudes(k, orbital_energies, j, of%occupied)
            call coulomb%run(energy, t, k, stat=stat, errmsg=text)
            call check(stat, text)
            call exchange%run(energy, t, k, stat=stat, errmsg=text)
            call check(stat, text)
        end do
    end function

    !> Of the file that the program is given.
    subroutine print_energy()
        type(integrals) :: of
        real(real64), allocatable :: f(:,:), e(:)
        real(real64) :: energy, expected
        integer :: i, stat
        character(len=1000) :: path
        character(len=40) :: number

        call get_command_argument(1, path, status=stat)
        call check(stat, 'usage: mp2 FILE [EXPECTED]')
        of = read_fcidump(trim(path))
        f = fock_matrix(of)
        e = [(f(i, i), i = 1, of%orbitals)]
        do i = 1, of%orbitals
            f(i, i) = 0
        end do
        call check(merge(0, 1, maxval(abs(f)) < 1e-6_real64), 'the orbitals are not canonical')
        energy = correlation_energy(of, e)
        print '(a, f18.12)', 'E(MP2) =', energy
        if (command_argument_count() < 2) stop 0, quiet=.true.
        call get_command_argument(2, number)
        read (number, *, iostat=stat) expected
        call check(stat, 'EXPECTED is no number')
        call check(merge(0, 1, abs(energy - expected) < 1e-10_real64), 'not the expected energy')
    end subroutine
end module

program mp2
    use :: mp2_energy, only: print_energy
    implicit none

    call print_energy()
end program
